const ROWS = 10

/** The registry does not limit the number of columns. */
const MAX_COLUMNS = 40

/** Placeholder of a tab while its code loads, with the geometry of its view bar, toolbar and table. */
export function TabSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div className="tab-skeleton" role="status" aria-label={`Cargando ${label}…`}>
      <div className="tab-skeleton-view" />
      <div className="tab-skeleton-surface is-waiting">
        <div className="tab-skeleton-toolbar" />
        {indices(ROWS + 1).map((row) => (
          <div key={row} className="tab-skeleton-row">
            {indices(Math.min(columns, MAX_COLUMNS)).map((column) => (
              <div key={column} className="tab-skeleton-cell" />
            ))}
          </div>
        ))}
        <div className="tab-skeleton-toolbar" />
      </div>
    </div>
  )
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
