// The forms of the benchmark of bad lines: what a person types, how they are told, and how often it arrived.
const CUSTOMER = "/dashboard";

/**
 * `secrets` are typed again by design. `delivered` is the query that counts what arrived: of the outbox, or of the calls to the
 * DNS provider. Each visit has an e-mail address of its own, and a customer with one domain if the form is theirs.
 */
export function formsOf({ email, domain = "" }) {
  const mails = (filter) => `/outbox.json?${new URLSearchParams(filter)}`;
  const host = email.split("@")[0]?.replaceAll(".", "-") ?? "";
  return {
    contact: {
      path: "/contact",
      id: "contact-form",
      button: "Send message",
      told: "Message sent successfully",
      typed: { name: "Njeri", email, subject: "Tovuti", message: "Habari,\nnataka tovuti ya duka langu." },
      delivered: mails({ text: email }),
    },
    "sign-up": {
      path: "/login?tab=signup",
      id: "sign-up-form",
      button: "Create Account",
      told: "Account created!",
      typed: { name: "Njeri Wanjiku", email },
      secrets: { password: "ndizi mbivu kumi" },
      delivered: mails({ to: email }),
    },
    school: {
      path: "/stride",
      id: "school-interest-form",
      button: "Join Waiting List",
      told: "Thank you for your interest!",
      typed: {
        ...{ name: "Grace Achieng", school: "Kibera Hills Primary", role_label: "Parent", phone: "0712345678" },
        ...{ email, students: "101-300" },
      },
      delivered: mails({ to: email }),
    },
    newsletter: {
      path: "/newsletter",
      id: "newsletter-form",
      button: "Subscribe",
      told: "Thank you for subscribing!",
      typed: { email },
      delivered: mails({ to: email }),
    },
    record: {
      path: `${CUSTOMER}/domains/${domain}/dns/add`,
      id: "add-record-form",
      button: "Add record",
      told: /DNS record added successfully|exists already/,
      typed: { name: host, content: "41.90.64.7", comment: "Duka la pili" },
      delivered: `/calls/count?${new URLSearchParams({ service: "dns", op: "POST", match: host })}`,
    },
    order: {
      path: `${CUSTOMER}/orders/new?kind=renew&domain=${domain}`,
      id: "order-form",
      button: "Renew this name",
      told: /We have your order|You have ordered this already|is ordered already/,
      typed: { choice: "2" },
      delivered: mails({ text: domain, to: email }),
    },
  };
}
