/** Written by the build from settings.schema.json: do not edit. */

export interface Settings {
  /**
   * How many users the chart shows.
   */
  shown?: number
}
