import { type Facet, isBlankSearch } from '@canje/large-table'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useComputed } from '../../state/useComputed'
import { formatNumber } from '../../view/format'
import { type Choice, hiddenValues, isChosen, valueChoices, valueText } from './choices'

interface ValueComboboxProps {
  label: string
  value: string | undefined
  /** The choices before those of the values. */
  choices: readonly Choice[]
  /** The most frequent values; undefined until they are known. */
  facet: Facet | undefined
  /** Finds values among all of the column. */
  find: ((search: string) => Promise<Facet>) | undefined
  onChange: (value: string | undefined) => void
}

/** The filter of a column by its values: it lists some and searches all of them (ARIA combobox with a listbox). */
export function ValueCombobox({ label, value, choices, facet, find, onChange }: ValueComboboxProps) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const isSearching = !isBlankSearch(search)
  const request = useMemo(() => (isSearching && find ? { search, find } : undefined), [isSearching, search, find])
  // The page of the same rows reports a failure.
  const found = useComputed(request, ({ search, find }) => find(search))
  const foundValues = found && found.input === request ? found.value : undefined
  const shown = isSearching ? foundValues : facet
  const options = [...(isSearching ? [] : choices), ...valueChoices(shown)]
  const current = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function searchFor(text: string) {
    setSearch(text)
    setActive(isBlankSearch(text) ? -1 : 0)
  }

  function choose(choice: Choice | undefined) {
    if (!choice) return
    searchFor('')
    onChange(choice.value)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActive(current + 1 < options.length ? current + 1 : 0)
    else if (event.key === 'ArrowUp') setActive(current > 0 ? current - 1 : options.length - 1)
    else if (event.key === 'Enter') choose(options[current])
    else if (event.key === 'Escape' && search !== '') searchFor('')
    else return
    event.preventDefault()
    // Escape would close the menu.
    event.stopPropagation()
  }

  return (
    <span className="stack value-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="p-inputtext"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current < 0 ? undefined : optionId(current)}
        aria-describedby={`${id}-more`}
        autoComplete="off"
        placeholder={value === undefined ? choices[0]?.label : valueText(value)}
        value={search}
        onChange={({ target }) => searchFor(target.value)}
        onKeyDown={handleKey}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Valores"
        tabIndex={-1}
        className="surface value-list"
      >
        {options.map((choice, index) => (
          <button
            key={`${choice.value} ${choice.label}`}
            type="button"
            title={choice.value}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(choice, value)}
            translate={choice.value === undefined ? undefined : 'no'}
            className={index === current ? 'menu-entry is-active' : 'menu-entry'}
            // The focus stays in the input, which has the keys of the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            {choice.label}
          </button>
        ))}
      </div>
      <small id={`${id}-more`} role="status">
        {restText(shown)}
      </small>
    </span>
  )
}

function restText(shown: Facet | undefined): string {
  if (!shown) return 'Buscando…'
  if (hiddenValues(shown) > 0) return `y ${formatNumber(hiddenValues(shown))} más: escriba para buscar`
  return shown.distinct === 0 ? 'Ningún valor coincide' : ''
}
