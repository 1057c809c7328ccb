/** Three dots that say "still working". The words beside them are what counts. */
export function Spinner() {
  return (
    <span className="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
