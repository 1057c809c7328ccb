import css from "./stride.css?inline";

/** In the browser it is read from the page, so that the script does not carry it a second time. */
const STRIDE_CSS = import.meta.env.SSR ? css : (document.getElementById("stride-css")?.textContent ?? "");

/** What /stride alone wears, over what every page does: in the page, so that it is complete with its first bytes. */
export function StrideStyle({ mark }: { mark: string | undefined }) {
  return (
    <style id="stride-css" nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: STRIDE_CSS }} />
  );
}
