export interface BackupSettings {
  /** BACKUP_DIR. */
  folder: string;
  everySeconds: number;
  /** How many verified backups stay. */
  keep: number;
}
