import { focusTable } from '@canje/shared-ui/host'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'

/** Moves the focus past header and tools to the table of the active tab, or to its heading while there is no table. */
export function SkipLink() {
  return (
    <Link className="p-button p-button-outlined skip-link" to="#tabla" onClick={skip}>
      Ir a la tabla
    </Link>
  )
}

function skip(event: MouseEvent): void {
  // The fragment is the view of the tab (D24, view in the URL).
  event.preventDefault()
  // The page scrolls to it.
  focusTable({})
}
