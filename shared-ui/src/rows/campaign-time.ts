/** The Swedish form is that of the server's dates (D7, dates). */
const format = new Intl.DateTimeFormat('sv', {
  timeZone: 'America/Bogota',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * Returns a time as the server writes its dates: '2025-11-22 21:30:05' in the campaign's time zone, whatever that of the
 * browser (D49, clock times). All times on screen and in names of files are made by this function.
 *
 * @param time a date, or milliseconds since 1970
 */
export function campaignTime(time: Date | number): string {
  return format.format(time)
}

/** Returns a time of the day: '10:42'. */
export function formatTime(time: Date | number): string {
  return campaignTime(time).slice(11, 16)
}

/** Returns the article of a time of the day: 'la' 01:05, 'las' 10:42. */
export function timeArticle(time: Date | number | undefined): 'la' | 'las' {
  return time !== undefined && formatTime(time).startsWith('01') ? 'la' : 'las'
}
