type Key = readonly [keys: string, effect: string]

interface KeyboardHelpProps {
  /** The verb of what Delete does. */
  action: string | undefined
  /** The keys of buttons and fields, with their names. */
  ofControls: readonly Key[]
}

/** The keys of a table, with what they do. */
export default function KeyboardHelp({ action, ofControls }: KeyboardHelpProps) {
  const keys: readonly Key[] = [
    ['/', 'Ir a la búsqueda'],
    ['Intro', 'En la búsqueda: abrir la única fila, o ir a la primera'],
    ['↓', 'En la búsqueda: ir a la primera fila'],
    ['Ctrl + Intro', 'En la búsqueda: elegir todas las filas encontradas'],
    ['Esc', 'Vaciar la búsqueda, quitar la selección o cerrar lo que está abierto'],
    ['↑ ↓ Inicio Fin', 'Ir de una fila a otra'],
    ['Re Pág, Av Pág', 'Página anterior o siguiente'],
    ['Intro', 'Abrir el detalle de la fila'],
    ['Espacio, Ctrl + clic', 'Elegir la fila, o dejar de elegirla'],
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
    <dl className="keyboard-help">
      {keys.map(([key, effect]) => (
        <div key={effect}>
          <dt>{key}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  )
}
