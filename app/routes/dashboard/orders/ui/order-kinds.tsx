import { ORDER_KINDS, type OrderKind } from "#app/model/order.ts";
import { orderPath } from "#app/routes/dashboard/ui/order-path.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { orderTitle } from "./order-titles.ts";

const ABOUT: Record<OrderKind, string> = {
  renew: "Keep one of your names for longer",
  certificate: "The padlock beside your website’s address",
  register: "A new name of your own",
  transfer: "A name that you have with another provider",
  hosting: "A place for your website, with cPanel",
};

/** What can be ordered, each a link to its page. */
export function OrderKinds() {
  return (
    <ul className="kinds max-w-xl border-y-3 border-ink">
      {ORDER_KINDS.map((kind) => (
        <li key={kind} className="border-t border-line first:border-t-0">
          <Link to={orderPath(kind)} className="flex min-h-14 flex-col justify-center py-2">
            <b>{orderTitle(kind)}</b>
            <span className="quiet">{ABOUT[kind]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
