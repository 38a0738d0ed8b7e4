import { SlowLoad } from '@canje/shared-ui/slow-notice'

/** The header of a table, and a page of ten rows. */
const ROWS = Array.from({ length: 11 }, (_, row) => row)

/** Placeholder of a tab while its code loads, with the geometry of its bar and of rows. It says when that is slow. */
export function TabSkeleton({ label }: { label: string }) {
  return (
    <div className="tab-skeleton" role="status" aria-label={`Cargando ${label}…`}>
      <SlowLoad />
      <div className="surface tab-skeleton-surface is-waiting">
        <div className="tab-skeleton-toolbar" />
        {ROWS.map((row) => (
          <div key={row} className="tab-skeleton-row">
            <div className="p-skeleton" />
          </div>
        ))}
        <div className="tab-skeleton-toolbar" />
      </div>
    </div>
  )
}
