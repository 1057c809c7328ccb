import type { HostingPlan } from "#app/model/hosting-plans.ts";
import { formatKsh, formatUsd } from "#app/model/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** The hosting plans side by side, the recommended one highlighted. */
export function HostingPlans({ plans }: { plans: readonly HostingPlan[] }) {
  return (
    <ul className="bolt mx-0.5 mt-6 grid grid-cols-1 gap-0.5 md:grid-cols-2 lg:grid-cols-4">
      {plans.map((plan) => (
        <PlanCell key={plan.slug} plan={plan} />
      ))}
    </ul>
  );
}

const CELL = "flex flex-col gap-2 px-4 pb-5 [outline:2px_solid_var(--ink)] lg:px-5 lg:pt-8 lg:pb-6";

function PlanCell({ plan }: { plan: HostingPlan }) {
  const { slug, name, shortName, discountedPrice, originalPrice, features, recommended } = plan;
  return (
    <li className={`${CELL} ${recommended ? "pindo h-auto pt-8 text-cloth-ink" : "bg-surface pt-4"}`}>
      {/* Where the word finds no room beside the name, it goes above it. */}
      <div className="flex flex-wrap-reverse items-start justify-between gap-x-2 lg:min-h-11">
        <h3>{name}</h3>
        {recommended && <b className="text-sm">Recommended</b>}
      </div>
      <p className="price whitespace-normal">{formatKsh(discountedPrice.ksh)}</p>
      <p className="text-sm">
        a month, ≈ US${formatUsd(discountedPrice.usdCents)}
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
      <ButtonLink to={`/contact?plan=${slug}`} kind={recommended ? undefined : "alt"} className="mt-2">
        Choose {shortName}
      </ButtonLink>
    </li>
  );
}
