import { type DatabaseConnection, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import { isUnavailable } from './unavailable'

/** PostgreSQL, with the error that ended a transaction rather than that of its rollback on the lost connection. */
export class Dialect extends PostgresDialect {
  constructor(private readonly config: PostgresDialectConfig) {
    super(config)
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.config)
  }
}

class Driver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
    })
  }
}
