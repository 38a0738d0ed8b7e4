interface MenuEntryProps {
  label: string
  describedBy?: string
  /** An entry without it is disabled, and keeps the menu open. */
  onPress?: (() => void) | undefined
}

/** An entry of the menu 'Vista'. */
export function MenuEntry({ label, describedBy, onPress }: MenuEntryProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className="view-button"
      aria-disabled={!onPress}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {label}
    </button>
  )
}
