/** A thin line at the top edge while a page is on its way. With reduced motion it stands still. */
export function ProgressBar({ isActive }: { isActive: boolean }) {
  return isActive ? <div className="progress" role="progressbar" aria-label="Loading the page" /> : null;
}
