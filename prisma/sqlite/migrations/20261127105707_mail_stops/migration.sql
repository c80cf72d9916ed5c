-- CreateTable
CREATE TABLE "mail_stops" (
    "address" TEXT NOT NULL PRIMARY KEY,
    "at" BIGINT NOT NULL
);
