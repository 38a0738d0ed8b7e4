import { type RefObject, useState } from 'react'

type Key = readonly [keys: string, effect: string]

interface KeyboardHelpProps {
  /** The verb of what Delete does. */
  action: string | undefined
  /** Of the table. */
  region: RefObject<HTMLElement | null>
}

/** The keys of a table, with what they do. */
export default function KeyboardHelp({ action, region }: KeyboardHelpProps) {
  const [ofControls] = useState(() => altKeys(region.current))
  const keys: readonly Key[] = [
    ['/', 'Ir a la búsqueda'],
    ['Intro', 'En la búsqueda: abrir la única fila, o ir a la primera'],
    ['↓', 'En la búsqueda: ir a la primera fila'],
    ['Ctrl + Intro', 'En la búsqueda: elegir todas las filas encontradas'],
    ['Esc', 'Vaciar la búsqueda, quitar la selección o cerrar lo que está abierto'],
    ['↑ ↓ Inicio Fin', 'Ir de una fila a otra; con un detalle abierto, verla'],
    ['Re Pág, Av Pág', 'Página anterior o siguiente'],
    ['Intro, clic', 'Abrir el detalle de la fila'],
    ['Espacio, Ctrl + clic, clic en la casilla', 'Elegir la fila, o dejar de elegirla'],
    ['Mayús + Espacio, Mayús + clic', 'Elegir las filas desde la última elegida hasta esta'],
    ['Pulsación larga', 'En una pantalla táctil: elegir la fila, o dejar de elegirla'],
    ['Ctrl + A', 'Elegir todas las filas de la vista'],
    ['Ctrl + C', 'Copiar las filas elegidas'],
    ...(action === undefined
      ? []
      : [
          ['Supr', `${action} las filas elegidas, o la fila`] as const,
          ['Ctrl + C, Ctrl + Z', 'Copiar o deshacer lo que dice el comprobante'] as const,
        ]),
    ...ofControls,
    ['?', 'Mostrar esta ayuda'],
  ]
  return (
    <dl className="detail-fields">
      {keys.map(([key, effect]) => (
        <div key={effect}>
          <dt translate="no">{key}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The keys with Alt around a table, each with the name of its control. */
function altKeys(region: HTMLElement | null): Key[] {
  const controls = region?.closest('.p-datatable')?.querySelectorAll<HTMLElement>('[aria-keyshortcuts^="Alt+"]') ?? []
  return Array.from(controls, (control) => {
    const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent
    const keys = control.getAttribute('aria-keyshortcuts')?.replace('+', ' + ')
    return [keys ?? '', control.getAttribute('aria-label') ?? label?.trim() ?? '']
  })
}
