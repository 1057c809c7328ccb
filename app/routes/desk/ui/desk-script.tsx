import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

/** A script of the desk's pages, which never hydrate, after what it serves. Browsers get no second copy in a script file. */
export function DeskScript({ text }: { text: string }) {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? text : "" }}
    />
  );
}
