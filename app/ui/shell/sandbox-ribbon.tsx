/** Says on every page of the sandbox that it is one. */
export function SandboxRibbon({ outboxHref }: { outboxHref: string }) {
  return (
    <aside className="ribbon" aria-label="Sandbox">
      Sandbox: nothing is sent or bought. <a href={outboxHref}>Outbox</a>
    </aside>
  );
}
