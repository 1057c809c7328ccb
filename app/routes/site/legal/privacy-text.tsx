import { AgencyName, type LegalSection } from "#app/routes/site/ui/legal-page.tsx";
import { ExternalLink } from "#app/ui/primitives/external-link.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** What the site does with data, section by section. It has to stay true: docs/product.md, "Legal pages". */
export const PRIVACY: readonly LegalSection[] = [
  {
    id: "who",
    title: "Who is responsible",
    body: (
      <p>
        <AgencyName /> decides what happens with the data you give on this site. The Data Protection Act of Kenya (2019)
        and its regulations apply. How to reach us is at the end of this page.
      </p>
    ),
  },
  {
    id: "visits",
    title: "When you look around",
    body: (
      <>
        <p>You can read every public page and search names without telling us who you are.</p>
        <ul>
          <li>
            For each request the server writes a line with the time, the path, the result and how long it took. The line
            has no e-mail address, nothing that you typed, no search and no token.
          </li>
          <li>
            Against floods we count requests for each network address. The address is kept only as a hash, in the memory
            of our servers, and is gone after the hour that it counts for.
          </li>
          <li>
            A name that you search is sent to the company that we register domains with, without anything about you. Its
            answer is remembered for ten minutes, for everybody.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "contact",
    title: "When you write to us",
    body: (
      <>
        <p>
          The contact form takes your name, your e-mail address, a subject, a message and, if you like, a domain. We use
          it to answer you and for nothing else. The message is kept in our database for a year, and passed on to us by
          e-mail or by a contact service.
        </p>
        <p>
          For 24 hours the site keeps a keyed hash of what was sent. With it a message that arrives twice is recognised;
          the words cannot be read from it. Your e-mail address is counted as a hash too, for an hour.
        </p>
      </>
    ),
  },
  {
    id: "account",
    title: "When you have an account",
    body: (
      <>
        <p>
          An account has your e-mail address, your name and, if you give them, a picture and a phone number, with which
          we call you about an order and for nothing else. Your password is kept as a hash by the service that signs you
          in; we cannot read it. With the account go your domains and their expiry dates, your orders, and the history
          of your DNS changes.
        </p>
        <p>
          We write to you before a domain of yours ends, which you can switch off in your profile, and when it stops
          working, and when your DNS, password or address was changed. Of what we have told you we keep a note: of the
          ends of domains for 400 days, of changes of the account for 90.
        </p>
        <p>
          When you ask whether a domain is live, our server asks public DNS services, such as Google’s and Cloudflare’s,
          for its names. They learn those names and nothing about you.
        </p>
        <p>
          We keep this while you have the account. You can ask on your profile to have it closed: a person does it
          within 14 days, and until then you can take it back. Your request, and the reason if you give one, are kept
          until then. Orders stay, without your name and e-mail address, for the five years that the Tax Procedures Act
          (2015) asks for; domains run until they end.
        </p>
      </>
    ),
  },
  {
    id: "domains",
    title: "When you register a domain",
    body: (
      <p>
        A registry wants to know who holds a name. What it asks for, as a rule name, address, e-mail and phone number,
        is passed on to the registry (for .ke names the Kenya Network Information Centre) and to the company we register
        with. Their own rules say how long they keep it and what they publish. Some endings need documents; we ask for
        those by e-mail and pass them on for that purpose alone.
      </p>
    ),
  },
  {
    id: "schools-and-news",
    title: "Schools and the newsletter",
    body: (
      <>
        <p>
          When you register a school’s interest we ask for your name, role, school, e-mail address and phone number,
          and, if you like, the number of students and what interests you. We use it to contact you about that platform.
          News about it you get only if you tick the box, which nobody has to. Whoever is under 18 needs a parent or
          guardian who agrees.
        </p>
        <p>
          The newsletter takes your e-mail address and, if you like, your names. You get it only if you asked for it,
          and each issue has a link to leave, which works for ten years.
        </p>
        <ul>
          <li>
            What you type for a school is kept in our database, with the time, and with the spent token of the bot check
            if there was one. It stays until you ask us to delete it.
          </li>
          <li>
            If the bot check did not vouch for you, we first ask you by e-mail whether the address is yours. Until you
            have opened that link and pressed the button, you count as unconfirmed: nobody writes to you, and after 14
            days what you typed is deleted.
          </li>
          <li>
            The mails are sent by a mail service of ours, which gets what is in them. The list of the newsletter’s
            readers is kept by that service or in our database, which also keeps who confirmed by e-mail, and when,
            because we have to be able to show that you agreed. That a mail was sent, to whom and with which subject, is
            kept for 30 days.
          </li>
          <li>
            When you leave the newsletter your names are deleted here, and you are off the list: at once where it is in
            our database, by the hand of a person where that service keeps it. The bare address stays with the word
            “left”, so that nobody subscribes you again without you.
          </li>
          <li>
            Against misuse an address is sent two such mails a day at most. It is counted as a hash, in the memory of
            our servers, for a day.
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
        Sign-in, sign-up, the newsletter and the school form may use a bot check by another company, of the kind of
        Cloudflare Turnstile. Where it is used, your browser loads it from that company, which then sees your network
        address and facts about your browser. If it cannot load, the forms work without it: we ask for a click in an
        e-mail, or a plain question, instead.
      </p>
    ),
  },
  {
    id: "others",
    title: "Who else gets data",
    body: (
      <p>
        The services that do this work for us: the ones that run our server and database, deliver mail and messages, and
        register domains and run DNS. They get what their part needs. Some may keep it outside Kenya; then the same
        protection has to be promised to us. We do not sell data, show no advertising and follow nobody across sites.
        Pictures come from us alone. A demo of an app on a project’s page comes from the app’s own site, which then sees
        your network address, and only once you press “Try Live Demo”. What stays in your browser is in the{" "}
        <Link to="/cookies">Cookie Policy</Link>.
      </p>
    ),
  },
  {
    id: "rights",
    title: "What you can ask of us",
    body: (
      <>
        <p>Write to the address below. It costs nothing. We may ask you to show that you are the person concerned.</p>
        <ul>
          <li>
            To see the data we have about you: within 7 days. What belongs to an account is a file that you can take
            from your profile at any time.
          </li>
          <li>To have it corrected or deleted: within 14 days.</li>
          <li>To stop using it, or to take back a consent: at any time. What was done before stays lawful.</li>
          <li>To get it in a form that you can take elsewhere: within 30 days.</li>
        </ul>
        <p>
          If you think that we got it wrong, you can complain to the{" "}
          <ExternalLink href="https://www.odpc.go.ke/" label="Office of the Data Protection Commissioner" />.
        </p>
      </>
    ),
  },
];
