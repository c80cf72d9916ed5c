-- CreateTable
CREATE TABLE "evaluations" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "annotations" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "gzip" BLOB NOT NULL,
    "created" BIGINT NOT NULL,

    PRIMARY KEY ("match_id", "engine_id", "ply")
);
