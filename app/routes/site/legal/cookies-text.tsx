import type { LegalSection } from "#app/routes/site/ui/legal-page.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** What the site keeps in a browser. It has to stay true: docs/product/site.md, "Legal pages". */
export const COOKIES: readonly LegalSection[] = [
  {
    id: "short",
    title: "In short",
    body: (
      <p>
        If you only read and search, this site sets no cookie at all. There are no cookies of other companies, no
        advertising and no tracking, so there is no banner to click away.
      </p>
    ),
  },
  {
    id: "cookies",
    title: "The cookies",
    body: (
      <>
        <p>
          Over https each name has <code>__Host-</code> in front: your browser then uses them for this site alone.
        </p>
        <ul>
          <li>
            <b>Session</b> (names that begin with <code>sb-auth-token</code>, and <code>sb-binding</code>): set when you
            sign in, so that the next page knows you. Up to 400 days, or until you sign out. Scripts cannot read them.
          </li>
          <li>
            <b>Known browser</b>: may be set when you sign in, so that somebody else’s wrong passwords and codes do not
            slow you down. It says only that this browser has signed in before.
          </li>
          <li>
            <b>Sign-up</b> (<code>sign-up</code>): set when you create an account. With it the link in our mail signs
            you in, in the same browser. It also has the page that you wanted. It is deleted then, or after a week at
            the latest.
          </li>
          <li>
            <b>New password</b> (<code>recovery</code>): set when you press the button on the page that a mailed link
            opens. With it you can choose a password. It lasts half an hour at most.
          </li>
          <li>
            <b>Second step</b> (<code>step</code>): set after a right password if your account also asks for a code. It
            is gone when you have typed the code, after ten minutes at the latest.
          </li>
          <li>
            <b>Message</b> (<code>flash</code>): carries one sentence, “Message sent successfully” for instance, to the
            page after a form. It is gone once that page was shown, after ten minutes at the latest. Scripts cannot read
            it.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "storage",
    title: "What else stays in your browser",
    body: (
      <>
        <p>None of this is sent to us by itself, and you can clear it in your browser’s settings.</p>
        <ul>
          <li>
            <code>enhanced</code> in the local storage: the name of a script file of ours that your browser has already.
            It saves a download on the next visit.
          </li>
          <li>
            <code>positions</code> in the session storage: how far you had scrolled, so that Back finds the place. Gone
            when the tab is closed.
          </li>
          <li>
            Names that begin with <code>draft</code> in the session storage: what you have typed in the contact form or
            the school form and not sent yet. A reload then costs you nothing. Gone when it was sent or the tab is
            closed.
          </li>
          <li>
            Pages and files: your browser may keep pages that you have visited, so that a weak network costs you less.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "bot-check",
    title: "The bot check",
    body: (
      <p>
        Four forms (sign-in, sign-up, newsletter and school interest) may use a bot check by another company. It can
        keep something in your browser for that purpose while the check runs. Where the check cannot load, the forms
        work without it. More about it is in the <Link to="/privacy#bot-check">Privacy Policy</Link>.
      </p>
    ),
  },
  {
    id: "demos",
    title: "Demos of apps",
    body: (
      <p>
        Some projects have a demo of an app. It is loaded from the app’s own site when you press “Try Live Demo”. That
        site can keep something in your browser, as if you had visited it. Before that nothing of it is loaded.
      </p>
    ),
  },
  {
    id: "choice",
    title: "Your choice",
    body: (
      <p>
        You can delete or block cookies in your browser. Reading, searching and writing to us still work. Signing in
        does not, because the server would not know you on the next page.
      </p>
    ),
  },
];
