import type { HostingPlan } from "#app/model/hosting-plans.ts";
import { formatKsh, formatUsd } from "#app/model/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** The hosting plans side by side, the recommended one highlighted. */
export function HostingPlans({ plans }: { plans: readonly HostingPlan[] }) {
  return (
    <ul className="bolt">
      {plans.map((plan) => (
        <PlanCell key={plan.slug} plan={plan} />
      ))}
    </ul>
  );
}

function PlanCell({ plan }: { plan: HostingPlan }) {
  const { slug, name, shortName, discountedPrice, originalPrice, features, recommended } = plan;
  return (
    <li className={recommended ? "cloth best" : undefined}>
      <div className="plan-name">
        <h3>{name}</h3>
        {recommended && <b>Recommended</b>}
      </div>
      <p className="price">{formatKsh(discountedPrice.ksh)}</p>
      <p className="small">
        a month, ≈ US${formatUsd(discountedPrice.usdCents)}
        <s>
          <span className="visually-hidden"> instead of </span>
          {formatKsh(originalPrice.ksh)}, ≈ US${formatUsd(originalPrice.usdCents)}
        </s>
      </p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <ButtonLink to={`/contact?plan=${slug}`} kind={recommended ? undefined : "alt"}>
        Choose {shortName}
      </ButtonLink>
    </li>
  );
}
