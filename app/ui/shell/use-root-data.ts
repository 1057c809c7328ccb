import { useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ComponentType } from "react";
import type { Brand } from "#app/platform/brand.ts";
import type { Account } from "#app/platform/http/account.ts";
import type { FlashMessage } from "#app/platform/http/flash-message.ts";

/** What the root's loader returns for all pages. */
export type RootData = {
  brand: Brand;
  /** The site's own origin. */
  origin: string;
  flash: FlashMessage | undefined;
  /** The customer who is signed in. */
  user: Pick<Account, "email" | "name" | "avatarUrl"> | undefined;
  csrfToken: string | undefined;
  /** The page of the sandbox with the mails that were sent. */
  outbox: string | undefined;
  /** Whether an action rejected a form. */
  isRefused: boolean;
  /** The year in Nairobi. */
  year: number;
};

/** Returns the data of the root's loader. Undefined if the root failed to load. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** Returns the navigation of the customer's account, if the page belongs to it. The handle of its layout has it as `nav`. */
export function useOwnNav(): ComponentType | undefined {
  return useMatches().flatMap(({ handle }) => (handle as { nav?: ComponentType } | undefined)?.nav ?? [])[0];
}
