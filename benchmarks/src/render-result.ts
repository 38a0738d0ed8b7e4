import type { Measured, Result } from './results'
import type { Summary } from './statistics'
import { measuredValue, type Threshold } from './threshold'

const HEADINGS = ['measure', 'runs', 'reference', 'Canje', 'ratio', 'threshold', 'met']

/** A suite's table in Markdown, with the machine, the commit and the date of the run. */
export function renderResult({ title, machine, commit, date, load, measures }: Result): string {
  const cells = measures.map((measured) => [
    measured.name,
    number(measured.subject.runs),
    measured.reference ? withUnit(measured.reference, measured.unit) : '',
    withUnit(measured.subject, measured.unit),
    measured.ratio ? spread(measured.ratio) : '',
    measured.bound ? renderThreshold(measured.bound, measured.unit) : '',
    metText(measured),
  ])
  const row = (columns: string[]) => `| ${columns.map((column) => column.replaceAll('|', '\\|')).join(' | ')} |`
  const [begun, ended] = load.map((processes) => processes.toFixed(1))
  return [
    `# ${title}`,
    '',
    'Medians, with the first and third quartile in brackets.',
    '',
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...cells.map(row),
    '',
    `${machine}; load ${begun} to ${ended}; commit ${commit}, ${date.slice(0, 10)}.`,
    '',
  ].join('\n')
}

/** One measure as a line of progress output. */
export function renderMeasured({ name, unit, subject, ratio, bound, holds }: Measured): string {
  const facts = [withUnit(subject, unit), ratio && `ratio ${spread(ratio)}`, bound && renderThreshold(bound, unit)]
  return `${holds ? '✓' : '✗'} ${name}: ${facts.filter(Boolean).join(', ')}`
}

/** A threshold between the quartiles may be met or missed by the next run, and the text says so. */
function metText(measured: Measured): string {
  const { bound, holds } = measured
  if (!bound) return ''
  const { low, high } = measuredValue(bound, measured)
  if (low <= bound.limit && high > bound.limit) return `${holds ? 'yes' : 'no'}, within the spread`
  return holds ? 'yes' : '**no**'
}

function renderThreshold({ of, limit }: Threshold, unit: string): string {
  return of === 'ratio' ? `≤ ${limit.toFixed(2)} ×` : `≤ ${number(limit)} ${unit}`
}

function withUnit(summary: Summary, unit: string): string {
  return `${spread(summary)} ${unit}`
}

function spread({ median, low, high, runs }: Summary): string {
  return runs === 1 || low === high ? number(median) : `${number(median)} (${number(low)} to ${number(high)})`
}

/** Three significant digits; from 1000 on, all integer digits. */
function number(value: number): string {
  const digits = Math.abs(value) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }
  return value.toLocaleString('en', digits)
}
