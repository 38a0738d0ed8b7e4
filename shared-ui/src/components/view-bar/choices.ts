import { type Facet, isSameText, sameText } from '@canje/large-table'
import { formatNumber, shortened } from '../../view/format'
import { EMPTY_TEXT } from './Chips'

/** A choice of a filter: a displayed value, or undefined for all rows. */
export interface Choice {
  value: string | undefined
  label: string
}

export function choiceOf(value: string, count: number): Choice {
  return { value, label: `${valueText(value)} (${formatNumber(count)})` }
}

/** A displayed value in one line; '(vacío)' without visible characters. */
export function valueText(value: string): string {
  return sameText(value) === '' ? EMPTY_TEXT : shortened(value)
}

/** Whether a choice is that of a filter's value: the same text (D48, comparing texts), or no filter. */
export function isChosen({ value: offered }: Choice, value: string | undefined): boolean {
  return offered === undefined || value === undefined ? offered === value : isSameText(offered, value)
}

/** The values of a facet that have rows, as choices with their counts. */
export function valueChoices(facet: Facet | undefined): Choice[] {
  return listedValues(facet).map(({ text, count }) => choiceOf(text, count))
}

/** The number of values that a facet does not list. */
export function hiddenValues(facet: Facet | undefined): number {
  return facet ? facet.distinct - listedValues(facet).length : 0
}

function listedValues(facet: Facet | undefined): Facet['values'] {
  return (facet?.values ?? []).filter(({ count }) => count > 0)
}
