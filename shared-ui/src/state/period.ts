import { isDayRange, parseDayRange } from '../view/day-range'
import { NO_DAY, type ViewState } from '../view/view-state'
import type { Grouping, GroupMeasure } from './grouping'

/** The days of the figures of groups. Days are written as in filters; an empty text is all days. */
export interface Period {
  /** The filters of the view that are days of the figures rather than conditions on rows, by their fields. */
  filters: ViewState['filters']
  /** The days of all figures; undefined where the view has several. */
  days: string | undefined
}

/** The fields with the dates of figures. */
export function datesOf(groupings: readonly Grouping[]): string[] {
  return [...new Set(groupings.flatMap(({ figures }) => figures.flatMap(({ dates }) => dates?.field ?? [])))]
}

/** Reads the period of a view from its filters by the dates of figures. */
export function periodOfView(filters: ViewState['filters'], groupings: readonly Grouping[]): Period {
  const dates = datesOf(groupings)
  const entries = Object.entries(filters).filter(([field, days]) => dates.includes(field) && isDayRange(days))
  const [days = '', ...others] = new Set(entries.map(([, days]) => days))
  return { filters: Object.fromEntries(entries), days: others.length > 0 ? undefined : days }
}

/** Finds the figures that a view has of a period. */
export function groupingOfPeriod(grouping: Grouping, filters: ViewState['filters'], period: Period) {
  const leftOut: GroupMeasure[] = []
  const causes = new Set<string>()
  const withDays = (measure: GroupMeasure): GroupMeasure[] => {
    const { dates, beside } = measure
    const days = dates && (period.days ?? period.filters[dates.field])
    const isUndated = dates && filters[dates.field] === NO_DAY
    const others = beside.filter((field) => field in filters && filters[field] !== NO_DAY && !(field in period.filters))
    const found = isUndated ? [dates.field] : dates && days === undefined ? Object.keys(period.filters) : others
    if (found.length === 0) return [{ ...measure, days: days ? parseDayRange(days) : undefined }]
    leftOut.push(measure)
    for (const field of found) causes.add(field)
    return []
  }
  return {
    /** Its figures have their days. */
    grouping: { ...grouping, figures: grouping.figures.flatMap(withDays) },
    /** The figures of which the view lacks rows or days. */
    leftOut,
    /** The fields with the filters which leave them out. */
    causes: [...causes],
  }
}

/**
 * The filters of a view that show the rows of a period, of a grouping whose figures have one date. For others, none by dates:
 * each would hide rows that the figures count by another date.
 */
export function filtersOfPeriod(grouping: Grouping, { filters, days }: Period): Record<string, string | undefined> {
  const [field, ...others] = datesOf([grouping])
  const removed = Object.fromEntries(Object.keys(filters).map((lifted) => [lifted, undefined]))
  if (field === undefined || others.length > 0) return removed
  return { ...removed, [field]: (days ?? filters[field]) || undefined }
}
