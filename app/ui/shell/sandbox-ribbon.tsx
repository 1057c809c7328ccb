/** The ribbon on every page of the sandbox. */
export function SandboxRibbon({ outboxHref }: { outboxHref: string }) {
  return (
    <aside className="ribbon" aria-label="Sandbox">
      Sandbox: nothing is sent or bought. <a href={outboxHref}>Outbox</a>
    </aside>
  );
}
