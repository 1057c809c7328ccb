import { AgencyName, type LegalSection } from "#app/routes/site/ui/legal-page.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

/**
 * Returns the terms, section by section. They promise what the product does and no more: docs/product/site.md, "Legal pages".
 * `takesPayments`: customers pay by M-PESA on the site.
 */
export const termsOf = (takesPayments: boolean): readonly LegalSection[] => [
  {
    id: "who",
    title: "Who you deal with",
    body: (
      <p>
        This site belongs to <AgencyName />. We register domains and resell hosting and <Words>e-mail</Words> of other
        companies. By using the site you accept these terms. If you order something, what our confirmation says counts
        before these terms.
      </p>
    ),
  },
  {
    id: "prices",
    title: "Prices",
    body: (
      <ul>
        <li>Prices are in Kenyan shillings. Dollars beside them, marked ≈, are a guide.</li>
        <li>
          The price list shows the lowest price of an ending. A particular name can cost more. A search shows the price
          that the registering company names at that moment.
        </li>
        <li>The first year and each year after can differ. We show both.</li>
        {takesPayments ? (
          <li>You pay by M-PESA, and only after you type your PIN. What we can’t do after you paid, we pay back.</li>
        ) : (
          <li>
            Nothing is charged on this site. A price binds us when we have confirmed it to you by <Words>e-mail</Words>.
          </li>
        )}
      </ul>
    ),
  },
  {
    id: "domains",
    title: "Domains",
    body: (
      <ul>
        <li>
          “This name is free” is true at that moment and reserves nothing. The name is yours once it is registered.
        </li>
        <li>We register names under .ke with KeNIC ourselves. Some need documents, and the registry decides.</li>
        <li>
          The rules of an ending’s registry are part of the contract. The details of the holder must be true. You answer
          for your right to use the name.
        </li>
        <li>
          A registration ends on its expiry date. We write to the address of your account 60, 30, 15 and 1 day before,
          unless you switch that off. We also write when the name stops working and before it is lost. A mail may not
          arrive, so renewing in time is up to you. A name that has lapsed may cost more or be lost.
        </li>
        <li>As a rule a registry does not pay back what it was paid, and then we cannot either.</li>
      </ul>
    ),
  },
  {
    id: "hosting",
    title: "Hosting and e-mail",
    body: (
      <ul>
        <li>
          Hosting and business <Words>e-mail</Words> also come under the terms of the companies that run them.
        </li>
        <li>
          You have hosting, mailboxes or a certificate for a year. We write 30, 15 and 1 day before the last day, unless
          you switch that off. {takesPayments && "With the first of these mails you get a bill for the next year. "}
          You are charged nothing by itself: without your payment it is not renewed.
        </li>
        <li>
          After its last day a service works for 7 more days, then it stops. You can renew it until day 38, and we add
          the days without it. From day 45 on we may delete what is in it. A service that you end stops on the day after
          its last one.
        </li>
        <li>Storage, websites and backups are as the plan says. Keep copies of your own of what you cannot lose.</li>
        <li>
          No spam, no attacks on others, nothing that the law of Kenya forbids. We may stop a service that does harm,
          and tell you why.
        </li>
      </ul>
    ),
  },
  {
    id: "account",
    title: "Your account",
    body: (
      <p>
        If you have an account, give true details and keep your password to yourself. DNS changes that are made under
        your account count as yours. They take effect on the network right away and can make a site or its mail
        unreachable. Tell us if you think that somebody else has been in your account.
      </p>
    ),
  },
  {
    id: "site",
    title: "This site",
    body: (
      <p>
        We keep the site running as well as we can, but we do not promise that it never stops. We pass on answers of
        other companies as we get them, for instance whether a name is free. Our texts and drawings are ours. You may
        link to them as you like. Other sites that we link to answer for themselves.
      </p>
    ),
  },
  {
    id: "liability",
    title: "What we answer for",
    body: (
      <p>
        We are fully liable for harm we cause on purpose or through gross negligence. Otherwise we limit this as far as
        the law allows. We are then liable at most for what you paid us for the service concerned in the twelve months
        before, and not for lost profit. Rights that the law gives to consumers stay untouched.
      </p>
    ),
  },
  {
    id: "law",
    title: "Law and changes",
    body: (
      <p>
        The law of Kenya applies, and its courts decide. If we change these terms, the new ones are on this page and
        count from then on. The old ones still count for what you ordered before. How we treat your data is in the{" "}
        <Link to="/privacy">Privacy Policy</Link>.
      </p>
    ),
  },
];
