/** A thin line at the top edge during a navigation. With reduced motion it does not move. */
export function ProgressBar({ isActive }: { isActive: boolean }) {
  return isActive ? <div className="progress" role="progressbar" aria-label="Loading the page" /> : null;
}
