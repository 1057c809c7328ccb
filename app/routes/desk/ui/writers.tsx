import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";

/**
 * Forms and files, for staff who may change something, as the desk's layout says. Staff who only read see `instead`. It only
 * hides what they cannot use: `requireStaff` refuses it.
 */
export function Writers({ children, instead = null }: { children: ReactNode; instead?: ReactNode }) {
  const mayWrite = useMatches().some(({ data }) => (data as { mayWrite?: boolean } | undefined)?.mayWrite);
  return mayWrite ? children : instead;
}
