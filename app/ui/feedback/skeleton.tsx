/** Placeholder bars while an open page waits for the next one. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
