import type { HostingPlan } from "#app/domains/hosting-plans.ts";
import type { ServicePromises } from "#app/platform/brand.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

type HostingPlansProps = { plans: readonly HostingPlan[]; promises: HostingPromises };

/** What the agency promises for every plan. A promise that its settings lack is not shown. */
export type HostingPromises = Pick<ServicePromises, "hosting" | "moving" | "moneyBack" | "vat">;

/** The hosting plans side by side, the recommended one highlighted, and what all of them include. */
export function HostingPlans({ plans, promises: { hosting, moving, moneyBack, vat } }: HostingPlansProps) {
  const included = hosting.length > 0 ? `Every plan includes ${hosting.join(", ")}.` : undefined;
  const offered = [included, moving].filter(Boolean).join(" ");
  const terms = [moneyBack, vat].filter(Boolean).join(" ");
  return (
    <>
      <p className="mt-2 text-ink-2">
        Paid yearly. As of today it costs the same to renew. Old prices are crossed out.
      </p>
      {offered && <p className="mt-2 font-bold">{offered}</p>}
      <PlanList plans={plans} />
      {terms && <p className="mt-4 text-ink-2">{terms}</p>}
    </>
  );
}

function PlanList({ plans }: { plans: readonly HostingPlan[] }) {
  return (
    <ul className="bolt mx-0.5 mt-6 grid grid-cols-1 gap-0.5 md:grid-cols-2 lg:grid-cols-4">
      {plans.map((plan) => (
        <PlanCell key={plan.slug} plan={plan} />
      ))}
    </ul>
  );
}

const CELL = "flex flex-col gap-2 px-4 pb-5 [outline:2px_solid_var(--ink)] lg:px-5 lg:pt-11 lg:pb-6";

function PlanCell({ plan }: { plan: HostingPlan }) {
  const { slug, name, shortName, discountedPrice, originalPrice, features, recommended } = plan;
  return (
    <li className={`${CELL} ${recommended ? "pindo h-auto pt-11 text-cloth-ink" : "bg-surface pt-4"}`}>
      {/* Where the word finds no room beside the name, it goes above it. */}
      <div className="flex flex-wrap-reverse items-start justify-between gap-x-2 lg:min-h-11">
        <h3>{name}</h3>
        {recommended && <b className="text-sm">Recommended</b>}
      </div>
      <p className="price whitespace-normal">
        {formatKsh(discountedPrice.ksh)} <span className="text-sm font-normal tracking-normal">a month</span>
      </p>
      <p className="text-sm">
        ≈ US${formatUsd(discountedPrice.usdCents)} · <b>{formatKsh(discountedPrice.ksh * 12)} a year</b>
        <s className="block">
          <span className="visually-hidden"> instead of </span>
          {formatKsh(originalPrice.ksh)}, ≈ US${formatUsd(originalPrice.usdCents)}
        </s>
      </p>
      <ul className="mb-auto grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] text-sm">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <ButtonLink
        to={`/dashboard/orders/new?kind=hosting&plan=${slug}`}
        kind={recommended ? undefined : "alt"}
        className="mt-2"
      >
        Choose {shortName}
      </ButtonLink>
    </li>
  );
}
