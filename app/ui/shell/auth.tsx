import { useFetchers, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { Account } from "#app/platform/http/account.ts";

export type SignedIn = Omit<Account, "id">;
type Auth = {
  /** The signed-in customer; undefined for a visitor. */
  user: SignedIn | undefined;
  /** Whether a sign-in or sign-out is pending. */
  isChanging: boolean;
};

const AuthContext = createContext<Auth | undefined>(undefined);

/** Gives all components the signed-in customer, as the server sent it with the page. */
export function AuthProvider({ user, children }: { user: SignedIn | undefined; children: ReactNode }) {
  const isChanging = useIsChanging();
  useSignOutElsewhere(user);
  return <AuthContext.Provider value={{ user, isChanging }}>{children}</AuthContext.Provider>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === undefined) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

function useIsChanging(): boolean {
  return [useNavigation(), ...useFetchers()].some(
    ({ state, formAction }) => state !== "idle" && /^\/log(in|out)\b/.test(formAction ?? ""),
  );
}

/** Sends the other tabs to the sign-in page after a sign-out in one, because they still show the customer's data. */
function useSignOutElsewhere(user: SignedIn | undefined): void {
  const last = useRef(user?.email);
  useEffect(() => {
    const before = last.current;
    last.current = user?.email;
    // Old browsers have no BroadcastChannel. A visitor's page does not need it, and an open channel would keep the page out of
    // the back/forward cache.
    if (typeof BroadcastChannel === "undefined" || (before ?? user) === undefined) return;
    const channel = new BroadcastChannel("auth");
    if (user === undefined) channel.postMessage("signed out");
    else channel.onmessage = () => location.assign("/login");
    return () => channel.close();
  }, [user]);
}
