import { useEffect, useId, useState } from 'react'
import { type Density, readDensity, setDensity } from '../../view/density'
import { Popup } from './Popup'

const DENSITIES: readonly { density: Density; label: string }[] = [
  { density: 'compacta', label: 'Compacta' },
  { density: 'amplia', label: 'Amplia' },
]

/** The height of the rows in all tabs, remembered by the browser. */
export function DensityMenu() {
  useEffect(() => setDensity(readDensity()), [])
  return (
    <Popup label="Vista" icon="pi pi-sliders-h">
      <DensityChoice />
    </Popup>
  )
}

function DensityChoice() {
  const [chosen, setChosen] = useState(readDensity)
  const name = useId()
  return DENSITIES.map(({ density, label }) => (
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
}
