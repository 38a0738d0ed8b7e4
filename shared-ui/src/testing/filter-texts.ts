import type { FilterTexts } from '../components/FilterDialog'

/** A filter of the server by a name or a phone number. */
export const FILTER_TEXTS: FilterTexts = {
  label: 'Filtrar Puntaje',
  hint: 'Ingrese el nombre o el número de teléfono del usuario.',
  missing: 'debe ingresar un nombre o un número de teléfono.',
  missingHint: 'Falta el nombre o el número de teléfono.',
  name: 'Nombre o teléfono',
  total: 'con ese nombre o teléfono',
}
