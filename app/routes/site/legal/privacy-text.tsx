import { AgencyName, type LegalSection } from "#app/routes/site/ui/legal-page.tsx";
import { ExternalLink, Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

/** What the site does with data, section by section. It has to stay true: docs/product/site.md, "Legal pages". */
export const privacyOf = (takesPayments: boolean): readonly LegalSection[] => [
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
            has no <Words>e-mail</Words> address, nothing that you typed, no search and no token.
          </li>
          <li>
            To stop attacks we count visits per internet address for one hour. The address is kept only as a hash, in
            the memory of our servers.
          </li>
          <li>
            When you search a name, we send it to the company that we register domains with. We send nothing about you.
            We remember the answer for ten minutes, for everybody.
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
          The contact form takes your name, your <Words>e-mail</Words> address, a subject, a message and, if you like, a
          domain. We use it to answer you and for nothing else. We keep the message and our answers in our database for
          a year after the last one. It reaches us by <Words>e-mail</Words> or by a contact service.
        </p>
        <p>
          For 24 hours the site keeps a keyed hash of what was sent. It shows us when a message arrives twice. Nobody
          can read the words from it. Your <Words>e-mail</Words> address is counted as a hash too, for an hour.
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
          An account has your <Words>e-mail</Words> address and your name. If you like, it also has a picture and a
          phone number. We call that number about an order and for nothing else. The service that signs you in keeps
          your password as a hash; we cannot read it. The account also has your domains and their expiry dates, your
          hosting, mailboxes and certificates with their last days, your orders, and the history of your DNS changes of
          the last two years. The first password of a hosting plan is sealed. It is deleted ten minutes after you first
          see it, or after 14 days.
        </p>
        <p>
          We write to you before a domain, hosting, mailboxes or a certificate of yours end. You can switch that off in
          your profile. We also write when one of them stops working, and when your DNS, password, address or second
          step was changed. We keep a note of these mails: 400 days about what ends, 90 days about changes of the
          account.
        </p>
        <p>
          You may ask for a second step at sign-in. Then we keep the key of your authenticator app. It is sealed with
          another key, which is not in the database. We keep hashes of your ten printed codes and when each was used. We
          also keep which of your sessions passed the step, when, and by the app or a printed code. All of this is
          deleted when you switch the step off, or when your account is closed. A key that you never confirmed is
          replaced when you begin again, and deleted with the account. Wrong codes are counted for 15 minutes, in the
          memory of our servers.
        </p>
        <p>
          When you ask whether a domain is live, our server asks public DNS services for its names. Google’s and
          Cloudflare’s are two of them. They learn those names and nothing about you.
        </p>
        {takesPayments && (
          <p>
            If you pay by M-PESA, Safaricom gets your phone number and the amount. We keep the number for 30 days, then
            its last three digits. The payment itself stays for the five years that tax law asks for.
          </p>
        )}
        <p>
          We keep this while you have the account. You can ask on your profile to have it closed. We close it within 14
          days, and until then you can cancel. Until then we keep your request, and the reason if you give one. Orders
          stay for the five years that the Tax Procedures Act (2015) asks for, without your name and{" "}
          <Words>e-mail</Words> address. Domains run until they end.
        </p>
      </>
    ),
  },
  {
    id: "domains",
    title: "When you register a domain",
    body: (
      <p>
        A registry wants to know who holds a name. As a rule it asks for name, address, <Words>e-mail</Words> and phone
        number. We pass that on to the registry and to the company we register with. For .ke names the registry is the
        Kenya Network Information Centre. Their own rules say how long they keep it and what they publish. Some endings
        need documents. We ask for those by <Words>e-mail</Words> and pass them on for that purpose alone.
      </p>
    ),
  },
  {
    id: "schools-and-news",
    title: "Schools and the newsletter",
    body: (
      <>
        <p>
          When you register a school’s interest we ask for your name, role, school, <Words>e-mail</Words> address and
          phone number. If you like, you also give the number of students and what interests you. We use it to contact
          you about that platform. You get news about it only if you tick the box, which nobody has to. Under 18? Ask a
          parent or guardian first.
        </p>
        <p>
          The newsletter takes your <Words>e-mail</Words> address and, if you like, your names. You get it only if you
          asked for it. Each issue has a link to leave, which works for ten years.
        </p>
        <ul>
          <li>
            We keep what you type for a school in our database, with the time. If there was a bot check, we keep its
            spent token, too. It stays until you ask us to delete it.
          </li>
          <li>
            If the bot check did not vouch for you, we first ask you by <Words>e-mail</Words> whether the address is
            yours. You are unconfirmed until you open that link and press the button. Until then nobody writes to you.
            After 14 days what you typed is deleted.
          </li>
          <li>
            A mail service of ours sends the mails and gets what is in them. That service or our database keeps the list
            of the newsletter’s readers. Our database also keeps who confirmed by <Words>e-mail</Words>, and when. We
            have to be able to show that you agreed. For 30 days we keep that a mail was sent, to whom and with which
            subject.
          </li>
          <li>
            When you leave the newsletter, your names are deleted here, and you are off the list. If the list is in our
            database, this happens the moment you press the button. If that service keeps it, one of us takes you off.
            The bare address stays with the word “left”, so that nobody subscribes you again without you.
          </li>
          <li>
            To stop misuse we send an address two such mails a day at most. We count it as a hash, in the memory of our
            servers, for a day.
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
        Sign-in, sign-up, the newsletter and the school form may use a bot check by another company, such as Cloudflare
        Turnstile. Your browser then loads it from that company, which sees your network address and facts about your
        browser. If it cannot load, the forms work without it. We then ask for a click in an <Words>e-mail</Words>, or a
        plain question.
      </p>
    ),
  },
  {
    id: "others",
    title: "Who else gets data",
    body: (
      <p>
        The services that do this work for us: they run our server and database, deliver mail and messages, register
        domains and run DNS. They get what their part needs. Some may keep it outside Kenya. Then they have to promise
        us the same protection. We do not sell data, show no advertising and follow nobody across sites. Pictures come
        from us alone. A demo of an app comes from the app’s own site, but only once you press “Try Live Demo”. That
        site then sees your network address. What stays in your browser is in the{" "}
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
            To see the data we have about you: within 7 days. You can take what belongs to an account from your profile
            at any time, as a file.
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
