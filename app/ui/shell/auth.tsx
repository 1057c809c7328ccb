import { useFetchers, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { Account } from "#app/model/account.ts";

export type SignedIn = Omit<Account, "id">;
type Auth = {
  /** Who is signed in; undefined for everybody else. */
  user: SignedIn | undefined;
  /** A sign-in or sign-out is under way. */
  isChanging: boolean;
};

const AuthContext = createContext<Auth | undefined>(undefined);

/** Tells every component who is signed in, as the server has said with the page. */
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

/** A sign-out in one tab is noticed by the others: what they show is somebody's who has left. */
function useSignOutElsewhere(user: SignedIn | undefined): void {
  const last = useRef(user?.email);
  useEffect(() => {
    const before = last.current;
    last.current = user?.email;
    // Old browsers have none; and a page of nobody's needs none, which would keep it out of the back-forward cache.
    if (typeof BroadcastChannel === "undefined" || (before ?? user) === undefined) return;
    const channel = new BroadcastChannel("auth");
    if (user === undefined) channel.postMessage("signed out");
    else channel.onmessage = () => location.assign("/login");
    return () => channel.close();
  }, [user]);
}
