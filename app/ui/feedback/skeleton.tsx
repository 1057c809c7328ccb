/** Stands where an answer will be, while a page that is open waits for it. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
