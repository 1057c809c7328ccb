import { createContext, useContext } from "react";

/**
 * The nonce of one server render, on every inline script and style that we wrote. The server replaces it by their hashes in the
 * page's Content-Security-Policy. Undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
