/** Three animated dots beside a pending label, hidden from screen readers. */
export function Spinner() {
  return (
    <span className="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
