import type { Choice, OrderBill } from "#app/orders/order.ts";
import type { DueName, OfferedName } from "#app/orders/renewals.ts";
import { formatKsh } from "#app/platform/money.ts";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

type FormField = { id: string; name: string; formId: string; initialValue?: unknown; errors?: string[] | undefined };
type DueRowProps = {
  due: OfferedName;
  pick: FormField | undefined;
  years: FormField | undefined;
  /** The name of the hidden field with the price that was shown. */
  priceField: string;
};

/** A domain that can be ordered: checkbox, expiry or notes, and a select of years and prices. */
export function DueRow({ due: { display, ends, price, choices }, pick, years, priceField }: DueRowProps) {
  if (!pick || !years) return null;
  const [ofName] = pick.errors ?? [];
  const [ofYears] = years.errors ?? [];
  const said = ofName ?? ofYears;
  const about = said === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${pick.id}-error` };
  return (
    <div>
      {said !== undefined && <FieldError id={`${pick.id}-error`}>{said}</FieldError>}
      <label>
        <input
          type="checkbox"
          id={pick.id}
          name={pick.name}
          form={pick.formId}
          defaultChecked={pick.initialValue === "on"}
          {...(ofName !== undefined && about)}
        />
        <span>
          <b translate="no">
            <Words>{display}</Words>
          </b>
          <small>
            <Words>{ends}</Words>
          </small>
        </span>
      </label>
      <select
        id={years.id}
        name={years.name}
        form={years.formId}
        defaultValue={typeof years.initialValue === "string" ? years.initialValue : undefined}
        {...(ofYears !== undefined && about)}
        aria-label={`For how long: ${display}`}
        className="input"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {wordsOf(choice)}
          </option>
        ))}
      </select>
      <input type="hidden" name={priceField} value={price} />
    </div>
  );
}

function wordsOf({ label, price }: Choice): string {
  return `${label}, ${price ? formatKsh(price.ksh) : "we e-mail you the price"}`;
}

type OtherRowProps = {
  id: string;
  name: string;
  ends: string;
  state: DueName["state"] | "gone";
  unpaid?: OrderBill | undefined;
  /** To its bill or its order. */
  link?: { to: string; label: string } | undefined;
};

/** A domain that cannot be ordered here, and why. */
export function OtherRow({ id, name, ends, state, unpaid, link }: OtherRowProps) {
  return (
    <div id={id} tabIndex={-1}>
      <p>
        <b translate="no">
          <Words>{name}</Words>
        </b>
        <small>{ends}</small>
      </p>
      {link && (
        <Link className="link" to={link.to}>
          <Icon name={unpaid ? "arrow" : "check"} className="mr-1" /> {link.label}
        </Link>
      )}
      {state === "elsewhere" && <p>You renew it at your provider.</p>}
      {state === "full" && <p>It is paid for ten years already.</p>}
      {state === "late" && (
        <p className="error">
          <Icon name="warning" />
          <span>
            It can’t be renewed here any more.{" "}
            <Link className="link" to={`/contact?${new URLSearchParams({ domain: name })}`}>
              Ask us about it
            </Link>
          </span>
        </p>
      )}
    </div>
  );
}
