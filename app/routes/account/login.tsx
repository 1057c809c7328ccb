import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { identifyUser } from "#app/accounts/auth.server.ts";
import { stampFor, widgetSettings } from "#app/platform/abuse/bot-check.server.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectDocumentWithFlash } from "#app/platform/http/flash.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { Jina } from "#app/ui/primitives/landscape.tsx";
import { Mji } from "#app/ui/primitives/skyline.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import accountCss from "#app/ui/styles/areas/account.css?url";
import { buysOf } from "./bought.ts";
import { LOGGED_IN, signInAction } from "./sign-in-action.ts";
import { signUpAction } from "./sign-up-action.ts";
import { AccountPanels } from "./ui/account-panels.tsx";
import { SIGN_IN_FORM, SignInForm } from "./ui/sign-in-form.tsx";
import { SIGN_UP_FORM, SignUpForm } from "./ui/sign-up-form.tsx";
import { Buys, MailSent } from "./ui/sign-up-steps.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

/** With any of these parameters the page is for one visitor and not cached. */
const PARAMS = ["tab", "redirectTo", "arrived", "ended"];

export const handle = { hydrate: "intent", areas: "account" };

export const links = () => areaSheet("account", accountCss);

export const headers: HeadersFunction = (args) => formPage(args, PARAMS);

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) =>
  pageMeta(matches, {
    title: page?.isSignUp ? "Create Account" : "Sign In",
    description: "Sign in to see your domains and change where they point, or create an account.",
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const arrived = searchParams.get("arrived");
  const goal = ownPath(arrived ?? searchParams.get("redirectTo"));
  const { kind } = await identifyUser(request, context);
  // Redirects also if the auth service does not answer: a request with a session proves that the browser keeps cookies.
  if (arrived !== null && kind !== "nobody") return redirectDocumentWithFlash(goal ?? "/", LOGGED_IN);
  if (kind === "known") return redirectDocument(goal ?? "/");
  if (kind === "unstepped")
    return redirectDocument(goal ? `/login/step?${new URLSearchParams({ redirectTo: goal })}` : "/login/step");
  const page = {
    goal,
    isSignUp: isSignUp(searchParams),
    isSent: searchParams.get("tab") === "sent",
    buys: buysOf(goal),
    keepsNoCookies: arrived !== null,
    isEnded: searchParams.has("ended"),
    stamps: { signIn: stampFor(SIGN_IN_FORM), signUp: stampFor(SIGN_UP_FORM) },
    widget: widgetSettings(),
  };
  return data(page, PARAMS.some((name) => searchParams.has(name)) ? { headers: PRIVATE_CACHE } : {});
}

export function action(args: ActionFunctionArgs) {
  return isSignUp(new URL(args.request.url).searchParams) ? signUpAction(args) : signInAction(args);
}

export default function LoginPage() {
  const { goal, isSignUp, isSent, buys, keepsNoCookies, isEnded, stamps, widget } = useLoaderData<typeof loader>();
  return (
    <div className="account lg:grid lg:grid-cols-[1fr_auto]">
      <div className="cloth spots relative grid min-h-[40rem] content-end justify-center overflow-hidden p-12 max-lg:hidden">
        <Mji />
        <Jina saying="Mgeni njoo, mwenyeji apone" gloss="A guest arrives and the host is well" />
      </div>
      <div className="mx-auto grid max-w-[31rem] content-start gap-5 px-4 pt-6 pb-12 lg:mr-[calc(max(0px,50vw-35rem)+4vw)] lg:ml-12 lg:w-[28rem] lg:px-0 lg:py-12">
        {keepsNoCookies && (
          <Banner kind="warn" title="Your browser does not keep cookies, so you cannot stay signed in.">
            <p>Please allow cookies for this site, then sign in again.</p>
          </Banner>
        )}
        <InlineFlash about={SIGN_UP_FORM} />
        {isEnded && <Banner kind="warn" title="Your session has ended. Please sign in again." />}
        {isSent ? (
          <MailSent goal={goal} buys={buys} />
        ) : (
          <>
            {buys && <Buys {...buys} />}
            <AccountPanels
              isSignUp={isSignUp}
              panels={{
                "sign-in": <SignInForm goal={goal} stamp={stamps.signIn} widget={widget} />,
                "create-account": <SignUpForm goal={goal} stamp={stamps.signUp} widget={widget} />,
              }}
            />
          </>
        )}
      </div>
    </div>
  );
}

function isSignUp(searchParams: URLSearchParams): boolean {
  return searchParams.get("tab") === "signup";
}
