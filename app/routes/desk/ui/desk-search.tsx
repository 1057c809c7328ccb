/** The search of the whole desk, on one line. `q`: what was searched. */
export function DeskSearch({ q }: { q: string }) {
  return (
    <form action="/desk/search" className="flex max-w-[40rem] gap-2">
      <input
        className="input"
        type="search"
        name="q"
        aria-label="Find people, names, bills and payments"
        placeholder="Name, phone, domain, amount or code"
        defaultValue={q}
      />
      <button type="submit" className="button button-alt">
        Find
      </button>
    </form>
  );
}
