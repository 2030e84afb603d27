import type { Clock } from '../../kernel/clock.ts'
import { Failure, isFailure } from '../../kernel/failure.ts'

/** The one writing connection, as far as a batch is concerned. */
export interface Ground {
  begin(): void
  savepoint(): void
  release(): void
  undo(): void
  commit(): void
  rollback(): void
  /** False once the database itself has rolled the whole transaction back, as it does when the disk is full. */
  readonly inTransaction: boolean
}

/** Lent to a work while its turn lasts; a query that comes after is refused. */
export interface CommitTurn {
  over: boolean
}

interface Job {
  /** Does the work and gives back how to answer for it, once it is durable. */
  run(turn: CommitTurn): Promise<Answer>
  reject(error: unknown): void
}
type Answer = () => void

export interface GroupCommitOptions {
  readonly ground: Ground
  readonly clock: Clock
  /** Told of each commit, with the number of works that it made durable. */
  readonly onCommit?: ((works: number) => void) | undefined
}

// A batch holds up everything else in the process, audio packets included, so both its size and its time are limited.
const MOST_WORKS = 128
const LONGEST_BATCH_MS = 10
/** In between, what waits at a socket has its turn: a property system's answer, for which the next posting waits. */
const LONGEST_SLICE_MS = 2
const LONGEST_WORK_MS = 5_000

/**
 * One flush to disk for many transactions. Those that are asked for in one turn of the event loop are carried out
 * one after the other inside a single transaction, each in its own savepoint, so that one can fail alone. No caller is
 * answered before the common commit: neither with a result nor with a refusal that depends on uncommitted rows.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #queue: Job[] = []
  #running: Promise<void> | undefined
  #sliceBegan = 0
  #gaveWayMs = 0
  #giveUp: (error: Failure) => void = () => {}

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  transaction<T>(work: (turn: CommitTurn) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (turn: CommitTurn) => work(turn).then((value) => () => resolve(value))
      this.#queue.push({ run, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when everything that was asked for is settled. */
  async idle() {
    await this.#running
  }

  async #drain() {
    while (this.#queue.length > 0) {
      await this.#soon()
      await this.#batch()
    }
    this.#running = undefined
  }

  /** The transaction stays open meanwhile: nobody else writes, and who reads sees what was there before. */
  async #giveWay() {
    const { clock } = this.#options
    const before = clock.elapsed()
    if (before - this.#sliceBegan < LONGEST_SLICE_MS) return
    await this.#soon()
    this.#gaveWayMs += clock.elapsed() - before
  }

  async #soon() {
    await new Promise<void>((resolve) => this.#options.clock.soon(resolve))
    this.#sliceBegan = this.#options.clock.elapsed()
  }

  async #batch() {
    const taken: Job[] = []
    const answers: Answer[] = []
    const watch = this.#watch()
    try {
      this.#begin()
      for (const job of this.#take(taken)) {
        answers.push(await this.#carryOut(job))
        await this.#giveWay()
      }
      this.#options.ground.commit()
    } catch (error) {
      return this.#lose(taken, error)
    } finally {
      watch.cancel()
    }
    this.#options.onCommit?.(answers.length)
    for (const answer of answers) answer()
  }

  /** What waits and what still arrives meanwhile, until the batch is long enough. */
  *#take(taken: Job[]) {
    const { clock } = this.#options
    const start = clock.elapsed()
    this.#gaveWayMs = 0
    // What others did meanwhile does not make the batch shorter: that would only mean more flushes.
    const spent = () => clock.elapsed() - start - this.#gaveWayMs
    while (taken.length < MOST_WORKS && spent() < LONGEST_BATCH_MS) {
      const job = this.#queue.shift()
      if (!job) return
      taken.push(job)
      yield job
    }
  }

  #begin() {
    const { ground } = this.#options
    try {
      // Left open only if an earlier rollback failed.
      if (ground.inTransaction) ground.rollback()
      ground.begin()
    } catch (error) {
      this.#lose(this.#queue.splice(0), error)
      throw error
    }
  }

  async #carryOut(job: Job): Promise<Answer> {
    const { ground } = this.#options
    const turn = { over: false }
    ground.savepoint()
    try {
      const answer = await this.#inTime(job.run(turn))
      ground.release()
      return answer
    } catch (error) {
      if (!ground.inTransaction) throw error
      ground.undo()
      return () => job.reject(error)
    } finally {
      turn.over = true
    }
  }

  #inTime(work: Promise<Answer>) {
    return new Promise<Answer>((resolve, reject) => {
      this.#giveUp = reject
      work.then(resolve, reject)
    })
  }

  /** A work that waits for anything but its own queries could block all other transactions for ever. */
  #watch() {
    const { clock } = this.#options
    return clock.at(clock.now() + LONGEST_WORK_MS, () =>
      this.#giveUp(new Failure('internal', 'A transaction was given up because it did not come to its end')),
    )
  }

  #lose(jobs: readonly Job[], error: unknown) {
    const { ground } = this.#options
    try {
      if (ground.inTransaction) ground.rollback()
    } catch {
      // The next batch begins with another try.
    }
    const failure = asLost(error)
    for (const job of jobs) job.reject(failure)
  }
}

const asLost = (error: unknown) =>
  isFailure(error) && error.code.startsWith('store.')
    ? error
    : new Failure('store.unavailable', 'The database could not save this', {}, error)
