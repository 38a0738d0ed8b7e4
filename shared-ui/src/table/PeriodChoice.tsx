import { ChoiceField } from '../components/ChoiceField'
import { PRESETS, presetDays } from '../view/day-range'
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
  const now = new Date()
  const presets = PRESETS.map((label) => ({ label, value: presetDays(label, now) }))
  const isPreset = presets.some(({ value }) => value === ofView)
  const choices = [
    { label: 'Todo', value: '' },
    ...(ofView === undefined ? [{ label: 'Los de la vista', value: SEVERAL }] : []),
    ...(ofView && !isPreset ? [{ label: dayRangeText(ofView), value: ofView }] : []),
    ...presets,
  ]
  return (
    <ChoiceField
      label={label}
      value={days ?? SEVERAL}
      choices={choices}
      onChange={(chosen) => onChange(chosen === SEVERAL ? undefined : chosen)}
    />
  )
}
