import { useId } from 'react'
import { formatDayRange, PRESETS, parseDayRange, presetRange } from '../view/day-range'
import { dayRangeText } from '../view/month-range'

/** The value of the choice of several periods; no days have this text. */
const SEVERAL = 'varios'

interface PeriodChoiceProps {
  label: string
  /** The days of the view, as in a filter; an empty text for all days, undefined for several periods. */
  ofView: string | undefined
  /** The chosen days, or those of the view. */
  days: string | undefined
  onChange: (days: string | undefined) => void
}

/** Chooses the days of the figures. */
export function PeriodChoice({ label, ofView, days, onChange }: PeriodChoiceProps) {
  const id = useId()
  const now = new Date()
  const presets = PRESETS.map((label) => ({ label, value: formatDayRange(presetRange(label, now)) }))
  const isPreset = presets.some(({ value }) => value === ofView)
  const choices = [
    { label: 'Todo', value: '' },
    ...(ofView === undefined ? [{ label: 'Los de la vista', value: SEVERAL }] : []),
    ...(ofView && !isPreset ? [{ label: dayRangeText(parseDayRange(ofView)), value: ofView }] : []),
    ...presets,
  ]
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="p-inputtext"
        value={days ?? SEVERAL}
        onChange={({ target }) => onChange(target.value === SEVERAL ? undefined : target.value)}
      >
        {choices.map(({ label, value }) => (
          <option key={label} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}
