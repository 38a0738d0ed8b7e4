import { type PropsWithChildren, useEffect, useId, useState } from 'react'
import { type Density, readDensity, setDensity } from '../../view/density'
import { Popup } from './Popup'

const DENSITIES: readonly { density: Density; label: string }[] = [
  { density: 'compacta', label: 'Compacta' },
  { density: 'amplia', label: 'Amplia' },
]

/** The menu 'Vista': the height of the rows in all tabs, remembered by the browser, and the tab's own entries. */
export function ViewMenu({ children }: PropsWithChildren) {
  useEffect(() => setDensity(readDensity()), [])
  return (
    <Popup label="Vista" icon="pi pi-eye">
      <DensityChoice />
      {children && <span data-menu-entries>{children}</span>}
    </Popup>
  )
}

function DensityChoice() {
  const [chosen, setChosen] = useState(readDensity)
  const name = useId()
  const choices = DENSITIES.map(({ density, label }) => (
    <label key={density} className="density-choice">
      <input
        type="radio"
        name={name}
        checked={chosen === density}
        onChange={() => {
          setDensity(density)
          setChosen(density)
        }}
      />
      {label}
    </label>
  ))
  return (
    <fieldset>
      <legend>Altura de las filas</legend>
      {choices}
    </fieldset>
  )
}
