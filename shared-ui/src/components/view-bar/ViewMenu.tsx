import { type AnyRow, MAX_XLSX_ROWS } from '@canje/large-table'
import { type ReactNode, useEffect, useId } from 'react'
import { useTab } from '../../state/TabRoot'
import type { TableRows } from '../../state/useTableRows'
import { type Density, readDensity, setDensity } from '../../view/density'
import { formatNumber } from '../../view/format'
import { useDownload } from '../useDownload'
import { useRovingFocus } from '../useRovingFocus'
import { Popup } from './Popup'

const DENSITIES: readonly { density: Density; label: string }[] = [
  { density: 'compacta', label: 'Compacta' },
  { density: 'amplia', label: 'Amplia' },
]

interface ViewMenuProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  rows: TableRows<R>
}

/** The menu 'Vista': the height of the rows in all tabs, remembered by the browser, the file for Excel, and the diagnosis. */
export function ViewMenu<R extends AnyRow>({ name, rows }: ViewMenuProps<R>) {
  const { complete, count = 0 } = rows
  const isTooLong = count > MAX_XLSX_ROWS
  const id = useId()
  // Not in the popup, which closes while the file is written.
  const { isBusy, start, notice } = useDownload<R>('Excel')
  const { openDiagnosis } = useTab()
  useEffect(() => setDensity(readDensity()), [])

  return (
    <>
      <Popup label="Vista" shortcut="Alt+V">
        <DensityChoice />
        <MenuEntries>
          <MenuEntry
            label="Descargar para Excel"
            {...(isTooLong
              ? { describedBy: `${id}-limit` }
              : complete && !isBusy && { onPress: () => start(name, rows) })}
          />
          {isTooLong && (
            <small id={`${id}-limit`}>
              Excel admite {formatNumber(MAX_XLSX_ROWS)} filas y esta vista tiene {formatNumber(count)}. Búsquela o
              fíltrela para que tenga menos, o descargue el CSV.
            </small>
          )}
          {openDiagnosis && <MenuEntry label="Diagnóstico" onPress={openDiagnosis} />}
        </MenuEntries>
      </Popup>
      {notice}
    </>
  )
}

/** Entries of one tab stop, between which the arrow keys move. */
function MenuEntries({ children }: { children: ReactNode }) {
  const roving = useRovingFocus<HTMLDivElement>('button', { isVertical: true })
  return (
    <div role="menu" aria-label="Vista" tabIndex={-1} className="stack" data-menu-entries {...roving}>
      {children}
    </div>
  )
}

interface MenuEntryProps {
  label: string
  describedBy?: string
  /** An entry without it is disabled, and keeps the menu open. */
  onPress?: (() => void) | undefined
}

function MenuEntry({ label, describedBy, onPress }: MenuEntryProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className="menu-entry"
      aria-disabled={!onPress}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {label}
    </button>
  )
}

function DensityChoice() {
  const name = useId()
  return (
    <fieldset className="stack">
      <legend>Altura de las filas</legend>
      {DENSITIES.map(({ density, label }) => (
        <label key={density} className="line menu-entry">
          <input
            type="radio"
            name={name}
            defaultChecked={density === readDensity()}
            onChange={() => setDensity(density)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
