/** Says on every page of the sandbox that it is one. */
export function SandboxRibbon({ outboxHref }: { outboxHref: string }) {
  return (
    <p className="ribbon">
      Sandbox: nothing is sent or bought. <a href={outboxHref}>Outbox</a>
    </p>
  );
}
