-- CreateTable
CREATE TABLE "evaluations" (
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "evaluations_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "annotations" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "gzip" BYTEA NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "annotations_pkey" PRIMARY KEY ("match_id","engine_id","ply")
);
