export const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
