import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { NamesForm } from "./ui/names-form.tsx";

/** The search page without a search. */
export function Introduction() {
  return (
    <>
      <div className="page section columns">
        <div className="flow">
          <h1>Find your name</h1>
          <p className="lead">Type a name above. We say at once whether it is free, and what it costs each year.</p>
          <h2>Why do you think you need a domain name?</h2>
          <p className="lead">People remember a name, and trust an address that matches the sign above the door.</p>
          <p>
            <ButtonLink kind="alt" to="/blog/what-are-tlds-and-why-they-matter-for-your-brand">
              More About TLDs
            </ButtonLink>
          </p>
        </div>
        <section className="flow">
          <h2>Several names at once</h2>
          <NamesForm />
        </section>
      </div>
      <section className="page section last-question">
        <div>
          <h2>Every ending we sell</h2>
          <p className="aside">Kenyan endings first, with the price of each year after.</p>
        </div>
        <p className="actions">
          <ButtonLink to="/domains/pricing">Browse All Domains</ButtonLink>
          <ButtonLink kind="alt" to="/contact">
            Need Help?
          </ButtonLink>
        </p>
      </section>
    </>
  );
}
